"""The learned default: features of text blocks, small networks and trees over them, and site mode."""
