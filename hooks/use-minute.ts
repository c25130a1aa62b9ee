import {useDashboard, useSelected} from './use-dashboard.ts';

/**
 * The moment that ages are told from, epoch ms of a whole minute. The component draws again when the next minute begins,
 * not while the service is away: nothing is known of that time.
 */
export const useMinute = (): number => useSelected(useDashboard().ui.store, ({minute}) => minute);
