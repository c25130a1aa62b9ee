import type {Page} from '../../contract/fields.ts';
import type {Finding} from '../../contract/finding.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import type {Column, TableShape} from '../table.ts';
import {pageText} from './page.ts';

const columns: Column<Finding>[] = [
	{key: 'id', head: 'ID', cell: finding => finding.findingId},
	{key: 'state', head: 'STATE', cell: finding => finding.state},
	{key: 'kind', head: 'KIND', cell: finding => finding.kind},
	{key: 'scope', head: 'SCOPE', cell: finding => finding.scope},
	{key: 'count', head: 'COUNT', cell: finding => finding.count},
	{key: 'title', head: 'TITLE', cell: finding => finding.title},
];

export const findings = (page: Page<Finding>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'findings', shape, look});

export const finding = (one: Finding): string =>
	labelBlock([
		['id', one.findingId],
		['state', one.state],
		['kind', one.kind],
		['title', one.title],
		['document', one.document],
		['observed', one.observed],
		['endpoints', one.count],
		['evidence', one.evidence.map(({callId, runId}) => callId ?? runId).join(', ') || null],
		['changeSet', one.changeSetId],
		['help', one.help],
		['lastSeen', one.lastSeenAt],
	]);
