import type {DocContentType, DocRole, Document} from '../../contract/document.ts';
import {createDocument, createUpload} from '../../contract/routes/documents.ts';
import type {HttpUnderTest} from './start-http.ts';

export type DocumentOptions = {name?: string; contentType?: DocContentType; role?: DocRole};

/** Uploads bytes and makes them a document of the project, as a client does. */
export async function uploadDocument(
	http: HttpUnderTest,
	projectId: string,
	bytes: Uint8Array | string,
	{name = 'api.yaml', contentType = 'application/yaml', role = 'API_DOC'}: DocumentOptions = {},
): Promise<Document> {
	const params = {projectId};
	const {body: upload} = await http.call(createUpload, {params, body: {fileName: name, contentType}});
	const put = await fetch(upload.uploadUrl, {
		method: 'PUT',
		headers: {'content-type': contentType},
		body: Buffer.from(bytes),
	});
	if (put.status !== 200) throw new Error(`the upload answered ${put.status}: ${await put.text()}`);
	const body = {s3Key: upload.s3Key, displayName: name, docRole: role};
	return (await http.call(createDocument, {params, body})).body;
}
