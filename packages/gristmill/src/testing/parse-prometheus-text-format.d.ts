declare module "parse-prometheus-text-format" {
	export default function parse(text: string): {
		readonly name: string;
		readonly help: string;
		readonly type: string;
		readonly metrics: readonly {
			readonly value?: string;
			readonly labels?: Readonly<Record<string, string>>;
		}[];
	}[];
}
