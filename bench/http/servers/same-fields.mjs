let count = 0;

/** The fields that gristmill sends with a result beside its type and length, as long as they are there. */
export function sameFields(mill) {
	return {
		"Cache-Control": "no-store",
		Vary: "Accept, Accept-Encoding",
		"Mill-Digest": "0".repeat(22),
		Link: `<${mill}/$schema>; rel="describedby", <${mill}/$description>; rel="service-doc", <$schema>; rel="service-desc"`,
		"Request-Id": `000000000000-${(++count).toString(36)}`,
		"X-Content-Type-Options": "nosniff",
	};
}
