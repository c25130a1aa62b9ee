export type FaultRow = {
	fault: string;
	operation: string;
	changed: number;
	red: number;
	found: boolean;
	named: string | null;
};
export function faultTrial(
	options: {
		dist: string;
		target: string;
		document: object;
		credential?: object | null;
		authorization?: string | null;
		healthyRuns?: number;
		only?: readonly string[] | null;
		every?: number;
		first?: number;
		seed?: string | null;
		most?: number;
	},
	tell?: (row: FaultRow) => void,
): Promise<{
	rows: FaultRow[];
	tests: number;
	rejected: number;
	green: number;
	unsteady: unknown[];
	share: number;
	namedShare: number;
}>;
