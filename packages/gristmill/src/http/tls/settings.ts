/** The settings for https. A proxy handles other protocols and client certificates. */
export interface TlsSettings {
	/** The file of the certificate with its chain, in PEM. */
	readonly cert: string;
	/** The file of its private key, in PEM. */
	readonly key: string;
	/** The passphrase of the key. */
	readonly passphrase?: string;
	/** For how many seconds browsers must use only https for this host. By default, the header is not sent. */
	readonly hsts?: number;
}
