export type Row = {
	mode: string;
	moments: number;
	writes: number;
	deleted: number;
	/** Calls that were never answered, by what reading has told. */
	readBack: number;
	nothing: number;
	listed: number;
	unknown: number;
	unlisted: number;
	doubled: number;
	canaries: number;
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
	calls?: number;
	atOnce?: number;
}): Promise<Row[]>;
