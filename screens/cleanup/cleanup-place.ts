import type {Place} from '../../source/stores/place.ts';

export type CleanupPlace = Place & {batchId: string; projectId: string | null};
