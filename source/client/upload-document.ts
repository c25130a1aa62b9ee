import {extname} from 'node:path';
import type {DocContentType, DocRole, Document} from '../../contract/document.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {createDocument, createUpload} from '../../contract/routes/documents.ts';
import {isApiError} from '../errors/api-error.ts';
import type {Client} from './client.ts';
import {type Sending, sendDocument} from './send-document.ts';

/** Content type by the end of the name; everything else is text, and the service looks at what it says. */
const contentTypes: Record<string, DocContentType> = {
	'.json': 'application/json',
	'.har': 'application/json',
	'.yaml': 'application/yaml',
	'.yml': 'application/yaml',
	'.md': 'text/markdown',
	'.markdown': 'text/markdown',
	'.pdf': 'application/pdf',
	'.graphql': 'application/graphql',
	'.graphqls': 'application/graphql',
	'.gql': 'application/graphql',
};

type UploadWish = {
	projectId: ProjectId;
	bytes: Uint8Array;
	fileName: string;
	name: string | undefined;
	role: DocRole;
	/** Keys of the two requests are derived from it. */
	idempotencyKey: string;
	/** The key is the caller's own: an earlier try may have used the address already. */
	isOwnKey: boolean;
	/** Null in a dry run: no bytes go anywhere. */
	sending: Sending | null;
};

/** Stores a document in a project: asks for an address, sends the bytes, registers them. */
export async function uploadDocument(client: Client, wish: UploadWish): Promise<Document> {
	const {projectId, bytes, fileName, name, role, idempotencyKey, isOwnKey, sending} = wish;
	const contentType = contentTypes[extname(fileName).toLowerCase()] ?? 'text/plain';
	const params = {projectId};
	const {uploadUrl, s3Key} = await client.call(createUpload, {
		params,
		body: {fileName: shortened(fileName, 255), contentType},
		idempotencyKey: `${idempotencyKey}:upload`,
	});
	try {
		if (sending) await sendDocument(uploadUrl, {bytes, contentType}, sending);
	} catch (error) {
		// The caller's own key: the document was registered by an earlier try, whose answer comes again.
		if (!isOwnKey || !isUsedUp(error)) throw error;
	}
	return client.call(createDocument, {
		params,
		body: {s3Key, displayName: name ?? shortened(fileName, 200), docRole: role},
		idempotencyKey,
	});
}

const isUsedUp = (error: unknown) => isApiError(error) && error.details['reason'] === 'url_expired';

const shortened = (name: string, length: number) => [...name].slice(0, length).join('');
