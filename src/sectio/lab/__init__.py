"""What measures and trains: data sets, metrics, peers, experiments, the training of the default model, generated sites."""
