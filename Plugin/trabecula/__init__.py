"""What Trabecula offers to Python beside its filters: reports."""
