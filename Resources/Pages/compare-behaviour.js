plots.drawAll();
