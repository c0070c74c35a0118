"""Predicts points by the model topic itself, without a server: needs the extra majorant[kafka]."""
