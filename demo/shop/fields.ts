import * as z from 'zod';

/** Fields that several resources share. Money is always whole cents. */
export const timestamp = z.iso.datetime();
export const cents = z.int().min(0);
export const email = z.email().max(200);
export const name = z.string().trim().min(1).max(120);
export const quantity = z.int().min(1).max(99);

/** An id: the prefix of its table, an underscore and a number, `usr_1`. Callers treat it as opaque. */
export const id = (prefix: string) =>
	z
		.string()
		.min(1)
		.meta({description: `id, ${prefix}_…`});
