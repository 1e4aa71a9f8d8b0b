let count = 0;

/** Headers of the same length as those that gristmill sends with a result, except type and length. */
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
