/** A widget of React, with a root in each placement, as page builders embed them. */
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ask } from './line.js';

const placements = [...document.querySelectorAll('[data-amount]')];
const answer = ask(placements.map(({ dataset }) => Number(dataset.amount)));

function Estimate({ index }) {
  const [line, setLine] = useState('');
  useEffect(() => {
    void answer.then((lines) => setLine(lines[index]));
  }, [index]);
  return createElement('span', null, line);
}

placements.forEach((placement, index) =>
  createRoot(placement).render(createElement(Estimate, { index })),
);
