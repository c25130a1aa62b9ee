import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import * as z from 'zod/mini';
import {readOptionalFile} from '../process/regular-file.ts';

const settings = z.object({orders: z.record(z.string(), z.nullable(z.string()))});

type KeptOrders = Readonly<Record<string, string | null>>;

/**
 * The orders of lists, kept in a file of the user. It is a convenience: a file that cannot be read or written changes
 * nothing but that they are not remembered.
 */
export function keptOrders(file: string): {known: KeptOrders; keep(orders: KeptOrders): void} {
	return {
		known: readOrders(file),
		keep(orders) {
			try {
				mkdirSync(dirname(file), {recursive: true, mode: 0o700});
				writeFileSync(file, `${JSON.stringify({orders}, null, '\t')}\n`, {mode: 0o600});
			} catch {
				// They hold until the dashboard is left.
			}
		},
	};
}

function readOrders(file: string): KeptOrders {
	try {
		return settings.parse(JSON.parse(readOptionalFile(file) ?? '{"orders": {}}')).orders;
	} catch {
		return {};
	}
}
