export type Row = {
	mode: string;
	moments: number;
	writes: number;
	deleted: number;
	listed: number;
	unknown: number;
	unlisted: number;
	canariesLost: number;
	infra: number;
};

export function forgottenPosts(options: {
	cli: string;
	modes?: string[];
	moments?: number;
	seed?: number;
	maxMs?: number;
	tests?: number;
}): Promise<Row[]>;
