"""The learned default: features of text blocks, a small network over them, its training."""
