import type {Document} from '../document.ts';
import type * as routes from '../routes/documents.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const document: Document = {
	resourceId: sampleIds.document,
	displayName: 'openapi.yaml',
	docRole: 'API_DOC',
	processStatus: 'ready',
	format: 'openapi3',
	sizeBytes: 23_182,
	errorMessage: null,
	createdAt: sampleTimes.created,
};

export const documentSamples: Samples<typeof routes> = {
	createUpload: () => ({
		uploadUrl: 'https://svc.example.com/api/cli/v1/uploads/sample',
		s3Key: 'uploads/sample',
		expiresInSeconds: 900,
	}),
	createDocument: ({body}) => ({
		...document,
		...(body ? {displayName: body.displayName, docRole: body.docRole} : {}),
	}),
	listDocuments: ({query}) => ({
		items: [{...document, ...(typeof query?.docRole === 'string' ? {docRole: query.docRole} : {})}],
		nextToken: null,
	}),
	deleteDocument: ({params}) => ({
		resourceId: params?.resourceId ?? document.resourceId,
		deletedAt: sampleTimes.finished,
	}),
};
