# Varnish in front of a Gristmill server: answers at pinned addresses are kept, with the body of the request in the key. docs/caches.md
# explains it. Needs the module bodyaccess: on Debian, the package varnish-modules.
vcl 4.1;

import bodyaccess;
import std;

# The server, or the balancer in front of several.
backend default {
	.host = "127.0.0.1";
	.port = "8080";
	# Above the longest deadline plus the same time in the queue.
	.first_byte_timeout = 420s;
	.between_bytes_timeout = 420s;
}

sub vcl_recv {
	unset req.http.X-Gristmill-Method;
	# Documents are kept as usual.
	if (req.method == "QUERY" || req.method == "POST") {
		# The answers at other addresses are not for shared caches, nor are those that need credentials or a receipt.
		if (req.url !~ "[?&](\$|%24)digest=" || req.http.Authorization || req.http.Prefer || req.http.Accept-Signature) {
			return (pass);
		}
		# The caller forbids to keep its answer. The field may be there twice.
		std.collect(req.http.Cache-Control);
		if (req.http.Cache-Control ~ "(?i)no-store") {
			return (pass);
		}
		# The body is in memory meanwhile. A larger one, and one without a length, goes through.
		if (req.http.Content-Length !~ "^[0-9]{1,8}$" || std.integer(req.http.Content-Length, 0) > 16777216) {
			return (pass);
		}
		# This character separates the parts of the key.
		if (req.http.Content-Type ~ "#" || req.http.Content-Encoding ~ "#" || req.http.Content-Digest ~ "#") {
			return (pass);
		}
		if (!std.cache_req_body(17MB)) {
			return (synth(400, "Incomplete body"));
		}
		# Varnish asks with GET for what it may keep.
		set req.http.X-Gristmill-Method = req.method;
		return (hash);
	}
}

sub vcl_hash {
	if (req.http.X-Gristmill-Method) {
		hash_data(req.http.X-Gristmill-Method);
		hash_data(req.http.Content-Type);
		hash_data(req.http.Content-Encoding);
		# The server verifies it; a hit would not.
		hash_data(req.http.Content-Digest);
		# It tells where the body ends and the address begins.
		hash_data(req.http.Content-Length);
		if (req.http.Content-Length !~ "^0+$") {
			bodyaccess.hash_req_body();
		}
	}
	# Varnish adds the address and the host.
}

sub vcl_backend_fetch {
	if (bereq.http.X-Gristmill-Method) {
		set bereq.method = bereq.http.X-Gristmill-Method;
		unset bereq.http.X-Gristmill-Method;
	}
}

sub vcl_backend_response {
	# By default, Varnish keeps an answer that does not say for how long.
	if (beresp.http.Cache-Control !~ "max-age=[1-9]") {
		set beresp.uncacheable = true;
		# Varnish remembers for so long that the answers to equal calls go through. That one caller was refused says nothing of the next.
		set beresp.ttl = 120s;
		if (beresp.status >= 400) {
			set beresp.ttl = 0s;
			set beresp.grace = 0s;
		}
		return (deliver);
	}
}
