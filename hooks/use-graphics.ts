import {createContext, useContext} from 'react';
import type {Painter} from '../source/terminal/painter.ts';

/** What puts pictures on the screen as pixels. */
export type Graphics = Pick<Painter, 'addPicture'>;

export const GraphicsContext = createContext<Graphics | null>(null);

/** Null: the terminal takes no pixels, and pictures are drawn in half blocks. */
export const useGraphics = (): Graphics | null => useContext(GraphicsContext);
