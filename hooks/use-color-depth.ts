import {createContext, useContext} from 'react';
import type {ColorDepth} from '../source/terminal/picture/half-blocks.ts';

export const ColorDepthContext = createContext<ColorDepth>(null);

/** How many colours pictures may use; null: they are not drawn, and what stands for them in words is. */
export const useColorDepth = (): ColorDepth => useContext(ColorDepthContext);
