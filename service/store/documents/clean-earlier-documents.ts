import type {Database} from '../database.ts';
import {storageOf} from '../dialect/storage.ts';
import {readContent, replaceContent} from './documents.ts';

/**
 * Cleans the documents that were stored before recordings were: `clean` answers what may be kept of one, or why nothing
 * may. What changes leaves nothing in the free pages of the file either. For the start of the service; does nothing when
 * all are clean.
 */
export async function cleanEarlierDocuments(
	database: Database,
	clean: (bytes: Uint8Array) => Promise<{bytes: Uint8Array} | {refused: string}>,
): Promise<void> {
	const rows = await database
		.selectFrom('documents')
		.select(['id', 'content_id', 'project_id'])
		.where('is_clean', '=', 0)
		.execute();
	if (rows.length === 0) return;
	for (const row of rows) {
		const before = await readContent(database, row.content_id);
		const kept = await clean(before);
		const bytes = 'refused' in kept ? new Uint8Array() : kept.bytes;
		if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).equals(before))
			await replaceContent(database, row, bytes);
		await database
			.updateTable('documents')
			.set({
				is_clean: 1,
				size_bytes: bytes.length,
				...('refused' in kept ? {status: 'failed', error: `${kept.refused} Delete it and upload it again.`} : {}),
			})
			.where('id', '=', row.id)
			.execute();
	}
	// Also what was deleted before: a page that is free keeps its bytes.
	await storageOf(database).forgetRemoved(database);
}
