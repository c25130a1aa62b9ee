import type {Place} from '../../source/stores/place.ts';

/** Without a batch it is about the chains of a project that has not run yet, as its tests declare them. */
export type ChainsPlace = Place & {projectId: string | null; batchId?: string};
