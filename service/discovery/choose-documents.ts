import type {DiscoveryInput} from '../../source/contract/discovery.ts';
import {readFormats} from '../../source/contract/document.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import type {DocumentTable} from '../store/document-tables.ts';

const isRead = ({status, format}: DocumentTable) =>
	status === 'ready' && (readFormats as readonly unknown[]).includes(format);

/** "Default: … all `API_DOC` documents"; an address of a document stands for itself. Those that cannot be read are said. */
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
	const wanted = named ?? documents.filter(({role}) => role === 'API_DOC');
	const refused = wanted.filter(document => !isRead(document));
	const [first] = refused;
	if (first && (named || refused.length === wanted.length)) throw notRead(first);
	return {
		ids: [...new Set(wanted.filter(isRead).map(({id}) => id))],
		warnings: refused.map(one => `${one.name} is not read: ${whyNotRead(one)}`),
	};
}

const whyNotRead = ({error, format}: DocumentTable) =>
	error ?? `endpoints are read from OpenAPI 3.0, 3.1 and Swagger 2.0, not from ${format ?? 'a file of this kind'}.`;

const notRead = (document: DocumentTable) =>
	new ServiceError('VALIDATION_ERROR', `The document ${document.name} cannot be read: ${whyNotRead(document)}`, {
		nextAction: 'Upload an OpenAPI or Swagger document: svc project docs upload <project-id> <file> --role api-doc',
		details: {
			field: 'documentIds',
			reason: document.status === 'failed' ? 'unreadable' : 'format_not_read',
			resourceId: document.id,
			format: document.format,
			accepted: readFormats,
		},
	});

/** The refusal of a discovery that has no document to read. */
export function nothingToRead(
	{id, targetUrl}: {id: string; targetUrl: string | null},
	{baseUrl, probe}: {baseUrl: string | undefined; probe: boolean},
): ServiceError {
	const command = `svc project docs upload ${id} <file> --role api-doc`;
	if (probe && (baseUrl ?? targetUrl))
		return new ServiceError('UNSUPPORTED', 'The project has no API document, and this version does not probe an API.', {
			nextAction: `Upload its OpenAPI document, or add endpoints by hand: ${command}`,
			details: {feature: 'probing'},
		});
	return new ServiceError('PRECONDITION_FAILED', 'There is nothing to discover endpoints from: no API document.', {
		nextAction: `Upload the OpenAPI document of the API: ${command}`,
		details: {reason: 'no_target_url', command},
	});
}
