import type {Place} from '../../source/stores/place.ts';

export type PlanPlace = Place & {projectId: string};
