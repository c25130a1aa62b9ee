import type {Inspection} from '../view-model/doctor-report.ts';
import {createLoader, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Key of the only thing that the loader of the checks reads. */
export const doctorKey = 'doctor';

/** The checks of `svc doctor`, made anew at every load. */
export const doctorStore = storeKey<Loader<readonly Inspection[]>>(({session, context}) =>
	createLoader<readonly Inspection[]>({session}, {read: (_key, _known, signal) => context.checkSetup(signal)}),
);
