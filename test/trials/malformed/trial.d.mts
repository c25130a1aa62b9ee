export function sendMalformed(options: {
	host: string;
	port: number | string;
	key: string;
	document: object;
	ids: Record<string, string>;
	requests: number;
	seed: number;
	atOnce: number;
}): Promise<{byStatus: Record<string, number>; complaints: Array<{request: object; said: string}>}>;
