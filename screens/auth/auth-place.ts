import type {Place} from '../../source/stores/place.ts';

export type AuthPlace = Place & {projectId: string};
