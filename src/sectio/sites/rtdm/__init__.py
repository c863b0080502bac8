"""Sites by tree matching (Reis et al. 2004): pages grouped by tree distance, one pattern with wildcards per group."""

from sectio.sites.rtdm.site import RtdmSite, learn, load

__all__ = ["RtdmSite", "learn", "load"]
