import type {FastifyInstance} from 'fastify';
import {type Document, maxDocumentBytes} from '../../../contract/document.ts';
import {basePath} from '../../../contract/route.ts';
import {createDocument, createUpload, deleteDocument, listDocuments} from '../../../contract/routes/documents.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import type {DocumentTable} from '../../store/documents/document-tables.ts';
import * as store from '../../store/documents/documents.ts';
import {requireProject} from '../../store/projects/projects.ts';
import {callerGone} from '../connections.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {isValidSignature, originOfRequest, signedUpload, signedUploadUrl, signedUrlSeconds} from '../signed-url.ts';
import {timestamp} from '../../domain/timestamp.ts';

/** "Documents per project". */
const mostDocuments = 50;
const keyPrefix = 'uploads/';
/** An upload that nobody has made a document of is kept this long after its address has expired. */
const keptMs = 24 * 60 * 60_000;

export function documentRoutes(on: On, {database, discoveries, assetKey, newId, now}: Services): void {
	on(createUpload, async ({caller, params, body, headers}) => {
		const {projectId} = params;
		await requireProject(database, caller.accountId, projectId);
		await store.forgetUploads(database, projectId, now() - keptMs);
		const id = newId('doc');
		await store.insertUpload(database, {
			id,
			project_id: projectId,
			content_type: body.contentType,
			content_id: null,
			size_bytes: null,
			expires_at: now() + signedUrlSeconds * 1000,
		});
		return {
			uploadUrl: signedUploadUrl(assetKey, originOfRequest(headers), id, now()),
			s3Key: keyPrefix + id,
			expiresInSeconds: signedUrlSeconds,
		};
	});

	on(createDocument, async ({caller, params, body, gone}) => {
		const {projectId} = params;
		await requireProject(database, caller.accountId, projectId);
		const uploadId = body.s3Key.startsWith(keyPrefix) ? body.s3Key.slice(keyPrefix.length) : '';
		const upload = await store.findUpload(database, uploadId);
		if (!upload || upload.project_id !== projectId || upload.content_id === null) throw notUploaded(body.s3Key);
		const {content_id, content_type, size_bytes} = upload;
		const {format, error} = await discoveries.inspect(
			{sizeBytes: size_bytes ?? 0, contentType: content_type, load: () => store.readContent(database, content_id)},
			gone(),
		);
		const document: DocumentTable = {
			id: newId('doc'),
			project_id: projectId,
			content_id,
			name: body.displayName,
			role: body.docRole,
			format,
			status: error === null ? 'ready' : 'failed',
			is_clean: 1,
			size_bytes: size_bytes ?? 0,
			error,
			created_at: now(),
		};
		switch (await store.insertDocument(database, uploadId, document, mostDocuments)) {
			case 'gone':
				throw notUploaded(body.s3Key);
			case 'full':
				throw new ServiceError(
					'VALIDATION_ERROR',
					`The project has ${mostDocuments} documents, the most there can be.`,
					{
						nextAction: `Delete one first: svc project docs list ${projectId}`,
						details: {field: 's3Key', reason: 'too_many', limit: mostDocuments},
					},
				);
			case 'stored':
				return documentOf(document);
		}
	});

	on(listDocuments, async ({caller, params, query}) => {
		await requireProject(database, caller.accountId, params.projectId);
		const rows = await store.listDocuments(database, params.projectId, query.docRole);
		return {items: rows.map(documentOf), nextToken: null};
	});

	on(deleteDocument, async ({caller, params}) => {
		const {projectId, resourceId} = params;
		await requireProject(database, caller.accountId, projectId);
		if (!(await store.deleteDocument(database, projectId, resourceId))) throw notFound('document', resourceId);
		return {resourceId, deletedAt: timestamp(now())};
	});
}

/** Takes the bytes of a document at its signed address: any content, no key. In a scope of its own. */
export function uploadRoute(scope: FastifyInstance, {database, discoveries, assetKey, newId, now}: Services): void {
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser('*', {parseAs: 'buffer'}, (_, body, done) => done(null, body));
	scope.route<{Params: {uploadId: string}; Querystring: {exp?: unknown; sig?: unknown}}>({
		method: 'PUT',
		url: `${basePath}/uploads/:uploadId`,
		bodyLimit: maxDocumentBytes,
		// Before the body: nobody without an address may send 10 MB.
		onRequest: async ({params, query}) => {
			if (!isValidSignature(assetKey, signedUpload(params.uploadId), query, now())) throw urlExpired();
		},
		handler: async (request, reply) => {
			const upload = await store.findUpload(database, request.params.uploadId);
			if (!upload) throw urlExpired();
			const contentType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
			if (contentType !== upload.content_type)
				throw invalid('content-type', 'mismatch', `The address was made for ${upload.content_type}.`, [
					upload.content_type,
				]);
			const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
			// What a recording holds of its maker never reaches the store, however short a time.
			const kept = await discoveries.withoutSecrets(bytes, contentType, callerGone(reply.raw));
			if ('refused' in kept) throw invalid('body', 'unreadable', kept.refused);
			if (!(await store.saveUpload(database, upload, newId('doc'), kept.bytes))) throw urlExpired();
			return reply.code(200).send();
		},
	});
}

const documentOf = (row: DocumentTable): Document => ({
	resourceId: row.id,
	displayName: row.name,
	docRole: row.role,
	processStatus: row.status,
	format: row.format,
	sizeBytes: row.size_bytes,
	errorMessage: row.error,
	createdAt: timestamp(row.created_at),
});

const notUploaded = (key: string) =>
	new ServiceError('NOT_FOUND', 'Nothing was uploaded under that key, or it has become a document already.', {
		nextAction: 'Ask for an upload address, send the bytes there, and register the document with its key.',
		details: {resource: 'upload', id: key, reason: 'not_found'},
	});

const urlExpired = () =>
	new ServiceError('AUTH_FORBIDDEN', 'This address has expired, was used up, or was not made by this service.', {
		nextAction: 'Ask for a new upload address.',
		details: {reason: 'url_expired'},
	});
