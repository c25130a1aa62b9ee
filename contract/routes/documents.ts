import * as z from 'zod/mini';
import {deletedDocument, docRoles, document, documentInput, upload, uploadInput} from '../document.ts';
import {page} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const createUpload = defineRoute({
	name: 'createUpload',
	summary: 'A signed address for the bytes of one document; it takes a PUT for 15 minutes',
	method: 'POST',
	path: '/projects/{projectId}/docs/upload-url',
	keyPrefix: 'cli-docs-upload-',
	scope: 'write:projects',
	body: uploadInput,
	response: upload,
});

export const createDocument = defineRoute({
	name: 'createDocument',
	summary: 'Makes an uploaded file a document of the project',
	method: 'POST',
	path: '/projects/{projectId}/docs',
	keyPrefix: 'cli-docs-upload-',
	scope: 'write:projects',
	status: 201,
	body: documentInput,
	response: document,
});

export const listDocuments = defineRoute({
	name: 'listDocuments',
	summary: 'Documents of a project, newest first',
	method: 'GET',
	path: '/projects/{projectId}/docs',
	scope: 'read:projects',
	query: z.object({docRole: z.optional(z.enum(docRoles))}),
	response: page(document),
});

export const deleteDocument = defineRoute({
	name: 'deleteDocument',
	summary: 'Removes a document; endpoints that were read from it stay until the next discovery',
	method: 'DELETE',
	path: '/projects/{projectId}/docs/{resourceId}',
	keyPrefix: 'cli-docs-delete-',
	scope: 'write:projects',
	response: deletedDocument,
});
