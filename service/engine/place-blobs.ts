import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import type {ArtifactPlace} from '../domain/artifacts.ts';
import type {BlobTable} from '../store/runs/browser-tables.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {FinishedStep} from '../store/runs/run-steps.ts';
import type {EngineLog} from './engine.ts';

type Parts = {place: ArtifactPlace; store: Pick<RunStore, 'addressesOf'>; log: EngineLog};

/** Brings what steps show to where it is kept, before their rows are stored. */
export type PlaceBlobs = (steps: readonly FinishedStep[]) => Promise<readonly FinishedStep[]>;

/** What steps show stays with their rows. */
export const intoTheDatabase: PlaceBlobs = async steps => steps;

/**
 * Brings it to a place outside the database. A row names only what is written; what cannot be written stands in the database, as
 * without such a place: a verdict does not wait for a storage, and no picture is lost.
 */
export function placeBlobs({place, store, log}: Parts): PlaceBlobs {
	return async steps => {
		const blobs = new Map(steps.flatMap(step => step.blobs).map(blob => [blob.hash, blob]));
		if (blobs.size === 0) return steps;
		const known = await store.addressesOf([...blobs.keys()]).catch(() => new Map<string, string | null>());
		const placed = new Map<string, BlobTable>();
		await inParallel([...blobs.values()], usualLimit, async blob => {
			// Equal pictures are kept once. Null: it stands in the database, whose row stays as it is.
			const address = known.has(blob.hash) ? (known.get(blob.hash) ?? null) : await write(blob);
			placed.set(blob.hash, address === null ? blob : {...blob, bytes: new Uint8Array(), address});
		});
		return steps.map(step => ({...step, blobs: step.blobs.map(({hash}) => placed.get(hash)!)}));
	};

	async function write({hash, bytes, type}: BlobTable): Promise<string | null> {
		try {
			return await place.write(hash, bytes, type);
		} catch (error) {
			log.warn({err: error, place: place.name}, 'a picture or page could not be kept there and stands in the database');
			return null;
		}
	}
}
