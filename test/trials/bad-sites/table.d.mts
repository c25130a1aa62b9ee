export type BadSiteRow = {name: string; status: string; kind: string; error: string; next: string; ok: boolean};

/** One row per bad page; what reached a private server, files that hold a secret, processes left, the most memory in MB. */
export function badSiteTable(
	cli: string,
	options?: {isShort?: boolean; onRow?: (row: BadSiteRow) => void},
): Promise<{rows: BadSiteRow[]; visits: string[]; files: string[]; processes: number; worstMb: number}>;
