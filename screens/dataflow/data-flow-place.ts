import type {Place} from '../../source/stores/place.ts';

/** Without a batch it is about a project that has not run yet. */
export type DataFlowPlace = Place & {projectId: string | null; batchId?: string};
