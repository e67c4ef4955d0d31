class RefusedError(Exception):
    """Raised if the arguments cannot be encoded as a request. Nothing was sent.

    Input that is invalid but can be encoded is sent, and the service refuses it.
    """
