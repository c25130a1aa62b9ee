import type {Dashboard, StoreKey} from './dashboard.ts';

/**
 * A store of one screen. Define it beside the store and read it with `dashboard.storeOf(key)`: the dashboard itself does
 * not have to know it, and it costs nothing until its screen is opened.
 */
export const storeKey = <Store>(create: (parts: Dashboard) => Store): StoreKey<Store> => ({create});

/** The stores that were asked for, one of each key. */
export function createStoreShelf(parts: () => Dashboard): <Store>(key: StoreKey<Store>) => Store {
	const shelf = new Map<StoreKey<unknown>, unknown>();
	return <Store>(key: StoreKey<Store>): Store => {
		if (!shelf.has(key)) shelf.set(key, key.create(parts()));
		return shelf.get(key) as Store;
	};
}
