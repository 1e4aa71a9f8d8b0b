import { generate } from "selfsigned";

/** A self-signed certificate in PEM, for 127.0.0.1 and localhost. */
interface MadeCertificate {
	readonly cert: string;
	readonly key: string;
}

export async function makeCertificate(name = "mill", passphrase?: string): Promise<MadeCertificate> {
	const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
		keyType: "ec",
		algorithm: "sha256",
		...(passphrase !== undefined && { passphrase }),
		extensions: [
			{ name: "basicConstraints", cA: true, critical: true },
			{
				name: "subjectAltName",
				altNames: [
					{ type: 7, ip: "127.0.0.1" },
					{ type: 2, value: "localhost" },
				],
			},
		],
	});
	return { cert, key };
}
