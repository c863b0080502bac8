"""Training the learned default: examples from pages with gold, the fit, figures on pages left out."""
