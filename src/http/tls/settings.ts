/** What https needs. Other protocols and client certificates are a proxy's part. */
export interface TlsSettings {
	/** The file of the certificate with its chain, in PEM. */
	readonly cert: string;
	/** The file of its private key, in PEM. */
	readonly key: string;
	/** What the key is encrypted with. */
	readonly passphrase?: string;
	/** For how many seconds browsers shall ask this host by https alone; none where it is left out. */
	readonly hsts?: number;
}
