import {pairing} from '../inference/pairs.ts';
import {knownEndpoint, type StoredEndpoint} from './known-endpoint.ts';

/** A creating endpoint with its own shapes. */
type Creating = StoredEndpoint & {summary: string | null};

/**
 * Finds the endpoint that deletes what another one creates, among the endpoints of a project: by their paths, and by the
 * records that their shapes describe. Null: there is none.
 */
export function findDeleteEndpoint(endpoints: readonly StoredEndpoint[]): (creating: Creating) => string | null {
	const find = pairing(endpoints.map(knownEndpoint));
	return creating => find(asCreating(creating))?.deletion.endpointId ?? null;
}

const asCreating = (row: Creating) => {
	const known = knownEndpoint(row);
	return {...known, summary: row.summary};
};
