import type {Discovery} from '../../contract/discovery.ts';
import {nullableTimestamp} from '../domain/timestamp.ts';
import type {DiscoveryTable, StoredDiscoveryInput} from '../store/documents/document-tables.ts';

/** What a discovery that has just begun has found. */
export const emptyCounts = {
	documents: 0,
	endpoints_found: 0,
	families: 0,
	endpoints: 0,
	unconfirmed: 0,
	added: 0,
	changed: 0,
	removed: 0,
	endpoints_probed: 0,
	endpoints_total: 0,
	sentences: 0,
	change_list: JSON.stringify({added: [], changed: [], removed: []}),
};

/** A project that was never discovered. */
export const idle: Discovery = {
	discoveryId: null,
	version: 0,
	status: 'idle',
	progress: {documents: 0, endpointsFound: 0, endpointsProbed: 0, endpointsTotal: 0},
	families: 0,
	endpoints: 0,
	unconfirmed: 0,
	changes: {added: 0, changed: 0, removed: 0},
	changeList: {added: [], changed: [], removed: []},
	hint: null,
	requirements: 0,
	warnings: [],
	errorMessage: null,
	startedAt: null,
	finishedAt: null,
};

/** A discovery as the contract shows it. */
export const viewOf = (row: DiscoveryTable): Discovery => ({
	discoveryId: row.id,
	version: row.version,
	status: row.status,
	progress: {
		documents: row.documents,
		endpointsFound: row.endpoints_found,
		endpointsProbed: row.endpoints_probed,
		endpointsTotal: Math.max(row.endpoints_total, row.endpoints_found),
	},
	families: row.families,
	endpoints: row.endpoints,
	unconfirmed: row.unconfirmed,
	changes: {added: row.added, changed: row.changed, removed: row.removed},
	changeList: JSON.parse(row.change_list),
	hint: (JSON.parse(row.input) as StoredDiscoveryInput).hint ?? null,
	requirements: row.sentences,
	warnings: JSON.parse(row.warnings),
	errorMessage: row.error,
	startedAt: nullableTimestamp(row.started_at),
	finishedAt: nullableTimestamp(row.finished_at),
});
