import * as z from 'zod/mini';
import {open} from './enums.ts';
import {count, id, integer, text, timestamp} from './fields.ts';

export const docContentTypes = [
	'application/json',
	'application/yaml',
	'text/yaml',
	'text/markdown',
	'text/plain',
	'application/pdf',
	'application/graphql',
] as const;
export type DocContentType = (typeof docContentTypes)[number];

export const docRoles = ['API_DOC', 'PRD'] as const;
export type DocRole = (typeof docRoles)[number];

export const docFormats = ['openapi3', 'swagger2', 'postman', 'har', 'graphql', 'text'] as const;
export type DocFormat = (typeof docFormats)[number];

/** Formats that discovery reads endpoints from. */
export const readFormats = docFormats;

/** "Document upload (`PUT` to `uploadUrl`)": 10 MB. */
export const maxDocumentBytes = 10_485_760;

/** A document of a project: the description of its API, or of what it is for. */
export const document = z.looseObject({
	resourceId: id('doc'),
	displayName: z.string(),
	docRole: open(docRoles),
	processStatus: open(['pending', 'processing', 'ready', 'failed']),
	format: z.nullable(open(docFormats)),
	sizeBytes: count,
	/** Why it cannot be read, with the place. */
	errorMessage: z.nullable(z.string()),
	createdAt: timestamp,
});
export type Document = z.infer<typeof document>;

export const uploadInput = z.object({
	fileName: z.string().check(z.minLength(1), z.maxLength(255)),
	contentType: z.enum(docContentTypes),
});

/** Where the bytes of one document go; the address is signed and needs no key. */
export const upload = z.looseObject({uploadUrl: z.string(), s3Key: z.string(), expiresInSeconds: integer});
export type Upload = z.infer<typeof upload>;

export const documentInput = z.object({
	s3Key: z.string().check(z.minLength(1)),
	displayName: text(200),
	docRole: z.enum(docRoles),
});

export const deletedDocument = z.looseObject({resourceId: id('doc'), deletedAt: timestamp});
export type DeletedDocument = z.infer<typeof deletedDocument>;
