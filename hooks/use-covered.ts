import {createContext, useContext} from 'react';

export const CoveredContext = createContext(false);

/** Something lies over the screen and has the keys: lists do not show their cursor then. */
export const useCovered = (): boolean => useContext(CoveredContext);
