export type KillRow = {
	kill: number;
	bare: number;
	doubled: number;
	left: number;
	ok: boolean;
	[column: string]: unknown;
};
export function killTable(
	cli: string,
	options: {kills: number; seed: number},
	tell?: (row: KillRow) => void,
): Promise<KillRow[]>;
