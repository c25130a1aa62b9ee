import {setImmediate} from 'node:timers/promises';
import type {DocRole} from '../../../contract/document.ts';
import type {DocumentId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {DocumentTable, UploadTable} from './document-tables.ts';

/** Bytes written at a time. */
const chunkBytes = 262_144;

export async function insertUpload(database: Database, upload: UploadTable): Promise<void> {
	await database.insertInto('uploads').values(upload).execute();
}

/** Null: there is no such upload, or it has become a document already. */
export async function findUpload(database: Database, uploadId: string): Promise<UploadTable | null> {
	const row = await database.selectFrom('uploads').selectAll().where('id', '=', uploadId).executeTakeFirst();
	return row ?? null;
}

/**
 * Stores what was sent to an upload, part by part; it counts once the last part is there. Sending again replaces it.
 * False: the upload is gone.
 */
export async function saveUpload(
	database: Database,
	{id, project_id}: UploadTable,
	contentId: string,
	bytes: Uint8Array,
): Promise<boolean> {
	await insertContent(database, {id: contentId, project_id}, bytes);
	return database.transaction().execute(async transaction => {
		const before = await transaction.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
		const replaced = before ? before.content_id : contentId;
		if (replaced !== null) await deleteContent(transaction, replaced);
		if (!before) return false;
		await transaction
			.updateTable('uploads')
			.set({content_id: contentId, size_bytes: bytes.length})
			.where('id', '=', id)
			.execute();
		return true;
	});
}

/** Part by part, so that a large document keeps nobody waiting. */
async function insertContent(
	database: Database,
	content: {id: string; project_id: ProjectId},
	bytes: Uint8Array,
): Promise<void> {
	for (let start = 0; start < bytes.length; start += chunkBytes) {
		await database
			.insertInto('document_chunks')
			.values({
				content_id: content.id,
				place: start / chunkBytes,
				project_id: content.project_id,
				bytes: bytes.subarray(start, start + chunkBytes),
			})
			.execute();
		await setImmediate();
	}
}

/** Puts other bytes in the place of a document's. */
export function replaceContent(
	database: Database,
	{content_id, project_id}: {content_id: string; project_id: ProjectId},
	bytes: Uint8Array,
): Promise<void> {
	return database.transaction().execute(async transaction => {
		await deleteContent(transaction, content_id);
		await insertContent(transaction, {id: content_id, project_id}, bytes);
	});
}

/** Removes uploads of a project that never became documents. @param before epoch milliseconds of their expiry */
export async function forgetUploads(database: Database, projectId: ProjectId, before: number): Promise<void> {
	const old = await database
		.selectFrom('uploads')
		.select(['id', 'content_id'])
		.where('project_id', '=', projectId)
		.where('expires_at', '<', before)
		.execute();
	for (const {id, content_id} of old) {
		await database.deleteFrom('uploads').where('id', '=', id).execute();
		if (content_id !== null) await deleteContent(database, content_id);
	}
}

/** Removes parts that no upload and no document refers to: what a killed process left. For the start of the service. */
export async function forgetLostContents(database: Database): Promise<void> {
	await database
		.deleteFrom('document_chunks')
		.where('content_id', 'not in', ({selectFrom}) => selectFrom('documents').select('documents.content_id'))
		.where('content_id', 'not in', ({selectFrom}) =>
			selectFrom('uploads').select('uploads.content_id').where('uploads.content_id', 'is not', null).$castTo<{
				content_id: string;
			}>(),
		)
		.execute();
}

export async function readContent(database: Database, contentId: string): Promise<Uint8Array> {
	const rows = await database
		.selectFrom('document_chunks')
		.select('bytes')
		.where('content_id', '=', contentId)
		.orderBy('place')
		.execute();
	// SQLite's binding answers an ArrayBuffer, PostgreSQL's a Buffer.
	return Buffer.concat(rows.map(({bytes}) => new Uint8Array(bytes)));
}

/** Makes an upload a document. `gone`: the upload is; `full`: the project has `limit` documents. */
export function insertDocument(
	database: Database,
	uploadId: string,
	document: DocumentTable,
	limit: number,
): Promise<'stored' | 'gone' | 'full'> {
	return database.transaction().execute(async transaction => {
		const {count} = await transaction
			.selectFrom('documents')
			.select(({fn}) => fn.countAll<number>().as('count'))
			.where('project_id', '=', document.project_id)
			.executeTakeFirstOrThrow();
		if (Number(count) >= limit) return 'full';
		const {numDeletedRows} = await transaction
			.deleteFrom('uploads')
			.where('id', '=', uploadId)
			.where('content_id', '=', document.content_id)
			.executeTakeFirst();
		if (numDeletedRows === 0n) return 'gone';
		await transaction.insertInto('documents').values(document).execute();
		return 'stored';
	});
}

/** Documents of a project, newest first. */
export function listDocuments(database: Database, projectId: ProjectId, role?: DocRole): Promise<DocumentTable[]> {
	return database
		.selectFrom('documents')
		.selectAll()
		.where('project_id', '=', projectId)
		.$if(role !== undefined, query => query.where('role', '=', role!))
		.orderBy('id', 'desc')
		.execute();
}

/** False: it was gone already. */
export function deleteDocument(database: Database, projectId: ProjectId, documentId: DocumentId): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const row = await transaction
			.selectFrom('documents')
			.select('content_id')
			.where('id', '=', documentId)
			.where('project_id', '=', projectId)
			.executeTakeFirst();
		if (!row) return false;
		await transaction.deleteFrom('documents').where('id', '=', documentId).execute();
		await deleteContent(transaction, row.content_id);
		return true;
	});
}

async function deleteContent(database: Database, contentId: string): Promise<void> {
	await database.deleteFrom('document_chunks').where('content_id', '=', contentId).execute();
}
