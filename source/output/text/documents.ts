import type {DocumentReading, ReadDocument} from '../../../contract/documents/setup.ts';
import type {DeletedDocument, Document} from '../../../contract/document.ts';
import type {Page} from '../../../contract/fields.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, pageText} from '../table.ts';

const columns: Column<Document>[] = [
	{key: 'id', head: 'ID', cell: document => document.resourceId},
	{key: 'name', head: 'NAME', cell: document => document.displayName},
	{key: 'role', head: 'ROLE', cell: document => document.docRole},
	{key: 'status', head: 'STATUS', cell: document => document.processStatus},
];

export const documents = (page: Page<Document>, look: Look): string =>
	pageText(page, {columns, things: 'documents', shape: {}, look});

export const document = ({resourceId, displayName, docRole, processStatus, format, reading}: ReadDocument): string =>
	labelBlock([
		['resourceId', resourceId],
		['name', displayName],
		['role', docRole],
		['status', processStatus],
		['format', format],
		['endpoints', reading && readingText(reading)],
		// How many of them create what another one deletes.
		['withDelete', reading?.status === 'done' ? reading.pairs : undefined],
	]);

function readingText({status, endpoints, changes}: DocumentReading): string {
	if (status !== 'done') return status;
	const {added, changed, removed} = changes;
	return `${endpoints} (${added} added, ${changed} changed, ${removed} removed)`;
}

export const deletedDocument = ({resourceId, deletedAt}: DeletedDocument): string =>
	labelBlock([
		['resourceId', resourceId],
		['deletedAt', deletedAt],
	]);
