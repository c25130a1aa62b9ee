import type {DiscoveryInput} from '../../contract/discovery.ts';
import {type DocFormat, readFormats} from '../../contract/document.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import type {DocumentTable} from '../store/documents/document-tables.ts';

const isRead = ({status, format}: DocumentTable) =>
	status === 'ready' && (readFormats as readonly unknown[]).includes(format);

/** "Default: … all `API_DOC` documents", and requirements in words; an address of a document stands for itself. Those that cannot be read are said. */
export function chooseDocuments(
	documents: readonly DocumentTable[],
	{documentIds, documentUrl}: DiscoveryInput,
): {ids: string[]; warnings: string[]} {
	if (documentIds === undefined && documentUrl !== undefined) return {ids: [], warnings: []};
	const named = documentIds?.map(id => {
		const document = documents.find(one => one.id === id);
		if (!document) throw notFound('document', id);
		return document;
	});
	// What the API is asked to do (a PRD) is read beside what it says of itself.
	const wanted = named ?? documents.filter(one => one.role === 'API_DOC' || (isRead(one) && one.format === 'text'));
	const refused = wanted.filter(document => !isRead(document));
	const [first] = refused;
	if (first && (named || refused.length === wanted.length)) throw notRead(first);
	return {
		ids: [
			...new Set(
				wanted
					.filter(isRead)
					.sort(byBelief)
					.map(({id}) => id),
			),
		],
		warnings: refused.map(one => `${one.name} is not read: ${whyNotRead(one)}`),
	};
}

/** What is believed first is read first: OpenAPI, Postman, HAR, text; within one kind the newest. */
const belief: readonly DocFormat[] = ['openapi3', 'swagger2', 'graphql', 'postman', 'har', 'text'];
const rankOf = ({format}: DocumentTable) =>
	format === 'swagger2' ? 0 : format === null ? belief.length : belief.indexOf(format);
const byBelief = (one: DocumentTable, other: DocumentTable) => rankOf(one) - rankOf(other);

const whyNotRead = ({error, format}: DocumentTable) =>
	error ?? `endpoints are not read from ${format ?? 'a file of this kind'}.`;

const notRead = (document: DocumentTable) =>
	new ServiceError('VALIDATION_ERROR', `The document ${document.name} cannot be read: ${whyNotRead(document)}`, {
		nextAction:
			'Upload an OpenAPI, Swagger, Postman, HAR or text document: svc project docs upload <project-id> <api-document> --role api-doc',
		details: {
			field: 'documentIds',
			reason: document.status === 'failed' ? 'unreadable' : 'format_not_read',
			resourceId: document.id,
			format: document.format,
			accepted: readFormats,
		},
	});

/** The refusal of a discovery that has neither a document to read nor an API to ask. */
export function nothingToRead({id}: {id: string}): ServiceError {
	const command = `svc project docs upload ${id} <api-document> --role api-doc`;
	return new ServiceError('PRECONDITION_FAILED', 'There is nothing to discover endpoints from: no API document.', {
		nextAction: `Upload the OpenAPI document of the API: ${command}`,
		details: {reason: 'no_target_url', command},
	});
}
